import { useEffect, useEffectEvent } from 'react'
import { areSingleKeysOn, isSheetOpen, isTyping } from '../../lib/single-keys.ts'

export interface ModerationKeys {
  /** 1 to 5. */
  onDecide: (place: number) => void
  /** J is 1, K is -1. */
  onStep: (step: 1 | -1) => void
  /** Z. */
  onUndo: () => void
  /** Escape. */
  onClose: () => void
}

/** The keys of the queue. They do nothing in a field, over a sheet, or when single keys are turned off. */
export function useModerationKeys({ onDecide, onStep, onUndo, onClose }: ModerationKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isSheetOpen()) return
    if (event.key === 'Escape') return onClose()
    // A key that is held down must not decide one case after another.
    if (event.repeat || !areSingleKeysOn() || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (/^[1-5]$/.test(key)) onDecide(Number(key))
    else if (key === 'j') onStep(1)
    else if (key === 'k') onStep(-1)
    else if (key === 'z') onUndo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
