import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useFocusOnNavigation } from '../focus-on-navigation.ts'
import { useScrollOnNavigation } from '../scroll-on-navigation.ts'

/** The parent of every page: sets scroll position and focus after a change of address. */
export function RootLayout() {
  useScrollOnNavigation()
  useFocusOnNavigation()
  return (
    <Suspense fallback={<Spinner page />}>
      <Outlet />
    </Suspense>
  )
}
