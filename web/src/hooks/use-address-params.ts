import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** Values by name; undefined takes one away. */
export type ParamsChange = Readonly<Record<string, string | undefined>>

/** What has been written while the page still shows the entry with this key: a second change adds to it. */
let written: { key: string; params: URLSearchParams } | undefined

/**
 * The parameters of the address, and a function that changes some of them. The router's own function starts from what its
 * caller was drawn with: of two changes in a row, such as a search that rests and a press on a row, it would lose one. The
 * history entry is replaced, unless `push` asks for a new one.
 */
export function useAddressParams(): [
  params: URLSearchParams,
  change: (change: ParamsChange, options?: { push?: boolean }) => void,
] {
  const { key } = useLocation()
  const [params, setParams] = useSearchParams()
  const shown = useRef({ key, params })
  useEffect(() => {
    shown.current = { key, params }
    if (written?.key !== key) written = undefined
  }, [key, params])

  const change = (part: ParamsChange, { push = false } = {}) => {
    const last = written?.key === shown.current.key ? written.params : shown.current.params
    const next = new URLSearchParams(last)
    for (const [name, value] of Object.entries(part))
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    written = { key: shown.current.key, params: next }
    setParams(next, { replace: !push, preventScrollReset: !push })
  }
  return [params, change]
}
