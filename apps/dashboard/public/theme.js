// Applies the stored theme and density before the first paint.
try {
  const theme = localStorage.getItem('bugle-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('bugle-density') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {
  // Storage may be blocked; then the system decides.
}
