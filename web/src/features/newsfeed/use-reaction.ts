import { useRef, useState } from 'react'
import type { Post } from '../../data/newsfeed/post.ts'
import { type Reaction, withOwnReaction } from '../../data/newsfeed/reaction.ts'
import { useReactionSetMutation } from '../../data/newsfeed/reaction-set-mutation.ts'

/** The reaction that the member wants; null removes it. */
interface Choice {
  reaction: Reaction | null
}

/**
 * The member's reaction to a post, shown at once. One request is in flight at a time; of the clicks made meanwhile
 * the newest wins. The final state is what the server confirmed.
 */
export function useReaction(post: Post, userId: string) {
  const { mutateAsync } = useReactionSetMutation(post.id, userId)
  const [wanted, setWanted] = useState<Choice>()
  const [failure, setFailure] = useState<unknown>()
  // Clicks may come faster than renders, so the current state is also kept in a ref.
  const newest = useRef<Choice>(undefined)
  const sending = useRef(false)
  const shown = wanted ? withOwnReaction(post, wanted.reaction) : post

  const choose = (clicked: Reaction) => {
    const current = newest.current ? newest.current.reaction : post.my_reaction
    newest.current = { reaction: current === clicked ? null : clicked }
    setWanted(newest.current)
    setFailure(undefined)
    if (!sending.current) void send()
  }

  const send = async () => {
    sending.current = true
    let confirmed: Choice | undefined
    let failed: unknown
    let next = newest.current
    while (next) {
      const target: Choice = next
      // Nothing to send when the click equals what the last request has just set.
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
