import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const FRAGMENT = /^#comment-([0-9a-f-]{36})$/

/** Position of a comment on the page, and the fragment of its address. */
export const commentElementId = (commentId: string) => `comment-${commentId}`

/** The loaded comments of a thread, and how to get earlier ones. */
interface LoadedThread {
  ids: readonly string[]
  isLoaded: boolean
  hasEarlier: boolean
  loadEarlier: () => void
}

/**
 * Goes to the comment that the address names, loading earlier ones until it is there. Back and Forward keep the position
 * of the page instead.
 * @returns the comment, and whether it is known to have been deleted.
 */
export function useTargetComment({ ids, isLoaded, hasEarlier, loadEarlier }: LoadedThread): {
  target: string | undefined
  isGone: boolean
} {
  const { hash, key } = useLocation()
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  const target = FRAGMENT.exec(hash)?.[1]
  const [reached, setReached] = useState<string>()
  const isThere = target !== undefined && ids.includes(target)
  const isSought = isLoaded && target !== undefined && reached !== target + key && !isReturn
  useEffect(() => {
    if (!isSought) return
    if (!isThere) {
      if (hasEarlier) loadEarlier()
      return
    }
    const element = document.getElementById(commentElementId(target))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
    setReached(target + key)
  })
  return { target, isGone: isSought && !isThere && !hasEarlier }
}
