import { Links, Meta, Outlet, Scripts } from 'react-router'

export function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <title>Shop</title>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <p id="failed">This did not work.</p>
}
