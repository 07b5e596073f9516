import { useSearchParams } from 'react-router'

/** Parameters of the pages beside the list. */
const PAGES = ['add', 'copy', 'edit']

/** The address of the list as it was left, with its search and filters. */
export function useListAddress(): string {
  const [params] = useSearchParams()
  const list = new URLSearchParams(params)
  for (const name of PAGES) list.delete(name)
  return list.size > 0 ? `/admin/games?${list}` : '/admin/games'
}
