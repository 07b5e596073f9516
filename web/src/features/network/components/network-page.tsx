import { useQuery } from '@tanstack/react-query'
import type { MembersSearch } from '../../../data/network/members-search.ts'
import { useNetworkRealtime } from '../../../data/network/realtime.ts'
import { requestsQuery } from '../../../data/network/requests-query.ts'
import { MemberList } from './member-list.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'
import { Requests } from './requests.tsx'
import { SearchBar } from './search-bar.tsx'

export interface NetworkPageProps {
  userId: string
  search: MembersSearch
  onSearch: (search: Partial<MembersSearch>, replace?: boolean) => void
}

/** Search and order, connection requests, and the members found. */
export function NetworkPage({ userId, search, onSearch }: NetworkPageProps) {
  useNetworkRealtime()
  // The list of members shows a failure to load them.
  const requests = useQuery(requestsQuery(userId))
  return (
    <>
      <SearchBar
        text={search.text}
        sort={search.sort}
        onText={(text) => onSearch({ text, page: 1 }, true)}
        onSort={(sort) => onSearch({ sort, page: 1 })}
      />
      {/* The position of the members depends on the requests. */}
      {requests.isPending && <MembersSkeleton />}
      {requests.data && <Requests userId={userId} requests={requests.data} />}
      <div hidden={requests.isPending}>
        <MemberList
          userId={userId}
          search={search}
          onClear={() => onSearch({ text: '', page: 1 })}
          onPage={(page, replace) => onSearch({ page }, replace)}
        />
      </div>
    </>
  )
}
