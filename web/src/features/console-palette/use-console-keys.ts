import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { areSingleKeysOn, isSheetOpen, isTyping, keepSingleKeys } from '../../lib/single-keys.ts'

/** How long the second key of two may take, in milliseconds. */
const PAIR_MS = 1_500

export interface ConsoleKeys {
  onSearch: () => void
  onHelp: () => void
  /** G and another letter. */
  onGo: (letter: string) => void
}

/**
 * The keys of the console. Single keys do nothing in a field, while a sheet is open, or when they are turned off on
 * this device (WCAG 2.1.4).
 */
export function useConsoleKeys({ onSearch, onHelp, onGo }: ConsoleKeys) {
  const [single, setSingle] = useState(areSingleKeysOn)
  const act = useEffectEvent((event: KeyboardEvent, afterG: boolean): boolean => {
    if (event.isComposing || event.defaultPrevented) return false
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      // Not over another sheet, which may hold unsaved text.
      if (!isSheetOpen()) onSearch()
      return false
    }
    if (!single || event.ctrlKey || event.metaKey || event.altKey || isSheetOpen() || isTyping(event.target))
      return false
    const key = event.key.toLowerCase()
    if (afterG) {
      onGo(key)
      return false
    }
    if (key === 'g') return true
    if (key === '?') onHelp()
    else if (key === '/') focusOn(event, 'main input[type="search"]')
    else if (key === '.') focusOn(event, 'main [data-bulk] button')
    else if (key === 'f') focusOn(event, 'main select')
    else if (key === 'c') document.querySelector<HTMLElement>('main [data-create]')?.click()
    return false
  })
  // With the page itself: after the first paint a key could be pressed in vain.
  useLayoutEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const isFirst = act(event, event.timeStamp - pressedG < PAIR_MS)
      pressedG = isFirst ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    single,
    setSingle: (on: boolean) => {
      setSingle(on)
      keepSingleKeys(on)
    },
  }
}

function focusOn(event: KeyboardEvent, selector: string): void {
  const field = document.querySelector<HTMLElement>(selector)
  if (!field) return
  event.preventDefault()
  field.focus()
}
