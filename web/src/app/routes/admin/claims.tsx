import { ClaimsPage } from '../../../features/console-claims/components/claims-page.tsx'

/** `/admin/claims`; search, status, order and page are in the address (`?q=alarm&filter=shipped&page=2`). */
export function Component() {
  return <ClaimsPage />
}
