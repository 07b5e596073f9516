import { OPERATOR } from '../../data/audit/audit-entry.ts'
import { useAddressParams } from '../../hooks/use-address-params.ts'
import { isDay } from './days.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const KNOWN = {
  /** The actor whose actions are shown. */
  actor: (value: string) => value === OPERATOR || ID.test(value),
  /** The first day. */
  from: isDay,
  /** The last day. */
  to: isDay,
}
export type Choice = keyof typeof KNOWN

/** What the trail is filtered by besides search and action, in the address: `?actor=…&from=2026-11-01&to=2026-11-21`. */
export function useChosen() {
  const [params, change] = useAddressParams()
  const chosen = (name: Choice) => {
    const value = params.get(name) ?? ''
    return KNOWN[name](value) ? value : undefined
  }
  return {
    actor: chosen('actor'),
    from: chosen('from'),
    to: chosen('to'),
    /** Shows the first page of another choice; undefined takes it away. */
    choose: (name: Choice, value: string | undefined) => change({ page: undefined, [name]: value }),
    /** Takes all filters and the search away; the order stays. */
    clear: () =>
      change(Object.fromEntries(['q', 'filter', 'page', ...Object.keys(KNOWN)].map((name) => [name, undefined]))),
  }
}
