import { useCallback, useState } from 'react'

/** The text of a form's banner. Clearing it before each attempt makes the same words be announced again. */
export function useFailure() {
  const [text, setText] = useState<string>()
  const clear = useCallback(() => setText(undefined), [])
  return { text, show: setText, clear }
}
