import { useQuery } from '@tanstack/react-query'
import { freshQuery } from './fresh-query.ts'

/** ID of the member's newest post with this text on the feed's last loaded first page. Sends no request itself. */
export function useOwnPostId(userId: string, text: string): string | undefined {
  const { data } = useQuery({
    ...freshQuery(),
    enabled: false,
    select: ({ pinned, posts }) =>
      [...posts, ...pinned].find(({ user_id, content }) => user_id === userId && content === text)?.id,
  })
  return data
}
