import { Outlet, ScrollRestoration } from 'react-router'
import { useFocusOnNavigation } from '../focus-on-navigation.ts'

/** Above every page: scroll positions and focus follow the address. */
export function RootLayout() {
  useFocusOnNavigation()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
