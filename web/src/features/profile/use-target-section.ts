import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Goes to a section that the fragment of the address names, and gives it the focus. Back and Forward keep the position of
 * the page instead.
 * @param id of the element.
 * @param isReady whether what is above the section has loaded, so that it no longer moves.
 */
export function useTargetSection(id: string, isReady: boolean): void {
  const { hash, key } = useLocation()
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  const [reached, setReached] = useState<string>()
  const isSought = isReady && hash === `#${id}` && reached !== key && !isReturn
  useEffect(() => {
    if (!isSought) return
    const section = document.getElementById(id)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
    setReached(key)
  }, [isSought, id, key])
}
