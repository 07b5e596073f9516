import { useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import type { MembersSearch } from '../../data/network/members-search.ts'
import { NetworkPage } from '../../features/network/components/network-page.tsx'
import { parseSearch, searchParams } from '../../features/network/search-params.ts'
import { useUserId } from '../../hooks/use-session.ts'

/** `/network`; text, order and page are in the address (`?q=kent&sort=active&page=2`). */
export function Component() {
  const [params, setParams] = useSearchParams()
  const userId = useUserId()
  const search = parseSearch(params)
  const open = (part: Partial<MembersSearch>, replace = false) =>
    setParams(searchParams({ ...search, ...part }), { replace, preventScrollReset: part.page === 1 })
  return (
    <Page title="Network" lead="Find and connect with other members.">
      {userId && <NetworkPage userId={userId} search={search} onSearch={open} />}
    </Page>
  )
}
