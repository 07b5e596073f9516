import { useQuery } from '@tanstack/react-query'
import type { MembersSearch } from '../../../data/network/members-search.ts'
import { requestsQuery } from '../../../data/network/requests-query.ts'
import { MemberList } from './member-list.tsx'
import { Requests } from './requests.tsx'
import { SearchBar } from './search-bar.tsx'
import '../network.css'

export interface NetworkPageProps {
  userId: string
  search: MembersSearch
  onSearch: (search: Partial<MembersSearch>, replace?: boolean) => void
}

/** Requests to answer, then search, order and the members found. */
export function NetworkPage({ userId, search, onSearch }: NetworkPageProps) {
  // The list of members tells of a failure to load them.
  const requests = useQuery(requestsQuery(userId))
  return (
    <>
      {requests.data && <Requests userId={userId} requests={requests.data} />}
      {/* What stands above decides where this is, so it loads out of sight until that is known. */}
      <div style={requests.isPending ? { visibility: 'hidden' } : undefined}>
        <SearchBar
          text={search.text}
          sort={search.sort}
          onText={(text) => text !== search.text && onSearch({ text, page: 1 }, true)}
          onSort={(sort) => onSearch({ sort, page: 1 })}
        />
        <MemberList userId={userId} search={search} onPage={(page, replace) => onSearch({ page }, replace)} />
      </div>
    </>
  )
}
