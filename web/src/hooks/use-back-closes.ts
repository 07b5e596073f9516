import { useEffect, useEffectEvent } from 'react'
import { openLayer } from '../lib/layers.ts'

/**
 * Lets Back close an overlay instead of leaving the page.
 * @param open whether the overlay is open.
 * @param onBack called on Back. The overlay may ask first and stay open; the next Back calls it again.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => (open ? openLayer(() => back()) : undefined), [open])
}
