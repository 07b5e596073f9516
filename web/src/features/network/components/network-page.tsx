import type { MembersSearch } from '../../../data/network/members-search.ts'
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
  return (
    <>
      <Requests userId={userId} />
      <SearchBar
        text={search.text}
        sort={search.sort}
        onText={(text) => text !== search.text && onSearch({ text, page: 1 }, true)}
        onSort={(sort) => onSearch({ sort, page: 1 })}
      />
      <MemberList userId={userId} search={search} onPage={(page, replace) => onSearch({ page }, replace)} />
    </>
  )
}
