import { useRef, useState } from 'react'
import type { Post } from '../../data/newsfeed/post.ts'
import { type Reaction, withMine } from '../../data/newsfeed/reaction.ts'
import { useReactionSetMutation } from '../../data/newsfeed/reaction-set-mutation.ts'

/** What the reader wants; null takes the reaction back. */
interface Wish {
  reaction: Reaction | null
}

/**
 * The reader's reaction to a post, shown at once. One request is in flight at a time; of the clicks made meanwhile
 * the newest wins. What stays in the end is what the server confirmed.
 */
export function useReaction(post: Post, userId: string) {
  const { mutateAsync } = useReactionSetMutation(post.id, userId)
  const [wanted, setWanted] = useState<Wish>()
  const [failure, setFailure] = useState<unknown>()
  // Clicks may come faster than renders, so the hook's own state stands here too.
  const newest = useRef<Wish>(undefined)
  const sending = useRef(false)
  const shown = wanted ? withMine(post, wanted.reaction) : post

  const choose = (clicked: Reaction) => {
    const current = newest.current ? newest.current.reaction : post.my_reaction
    newest.current = { reaction: current === clicked ? null : clicked }
    setWanted(newest.current)
    setFailure(undefined)
    if (!sending.current) void send()
  }

  const send = async () => {
    sending.current = true
    let confirmed: Wish | undefined
    let failed: unknown
    let next = newest.current
    while (next) {
      const target: Wish = next
      // A click back to what the last request has just set leaves nothing to do.
      if (confirmed?.reaction !== target.reaction || confirmed === undefined) {
        try {
          await mutateAsync(target.reaction)
          confirmed = target
          failed = undefined
        } catch (error) {
          confirmed = undefined
          failed = error
        }
      }
      next = newest.current === target ? undefined : newest.current
    }
    sending.current = false
    newest.current = undefined
    setWanted(undefined)
    setFailure(failed)
  }

  return { shown, choose, failure, dismiss: () => setFailure(undefined) }
}
