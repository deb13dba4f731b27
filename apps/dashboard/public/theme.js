// Before the first paint: the theme and the density that were chosen here, if any were.
try {
  const theme = localStorage.getItem('bugle-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('bugle-density') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {
  // Storage may be forbidden; then the system decides.
}
