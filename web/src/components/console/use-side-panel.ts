import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useAddressParams } from '../../hooks/use-address-params.ts'
import { isUuid } from '../../lib/is-uuid.ts'

// From here on a form fits beside its list.
const WIDE = '(min-width: 1280px)'

const subscribe = (changed: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** `part`: something of the row, such as an item of a package; `new` for one that is added. */
export type PanelAddress = { kind: 'add' } | { kind: 'edit'; id: string; part?: string | undefined }

export interface SidePanel {
  /** What the panel shows; undefined while it is closed. */
  at: PanelAddress | undefined
  /** ID of the row that is edited. */
  id: string | undefined
  /** Whether it stands beside the list; otherwise it is a sheet. */
  beside: boolean
  /** Opens it for something else. A form with unsaved input asks first. */
  open: (to: PanelAddress) => void
  /** Closes it without asking. */
  close: () => void
  /** Of the form that is open: asks where there is unsaved input, and then goes on. */
  guard: RefObject<((go: () => void) => void) | undefined>
}

/**
 * The panel in which rows of a list are added and edited. What it shows is in the address: `?add`, `?edit=<id>`,
 * `?edit=<id>&part=<id>`.
 * @param reopens whether it opens for a new row whose draft has survived.
 */
export function useSidePanel({ reopens = false } = {}): SidePanel {
  const [params, change] = useAddressParams()
  const beside = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
  const guard = useRef<(go: () => void) => void>(undefined)
  const opener = useRef<Element>(null)
  const at = addressOf(params)
  const isOpen = at !== undefined
  const show = (to: PanelAddress | undefined) =>
    change({
      add: to?.kind === 'add' ? '' : undefined,
      edit: to?.kind === 'edit' ? to.id : undefined,
      part: to?.kind === 'edit' ? to.part : undefined,
    })

  const reopen = useEffectEvent(() => reopens && !isOpen && show({ kind: 'add' }))
  useEffect(() => {
    reopen()
  }, [])

  // A sheet returns the focus by itself.
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      const row = opener.current?.isConnected ? opener.current : document.querySelector('main h1')
      if (row instanceof HTMLElement) row.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
  }, [isOpen])

  return {
    at,
    id: at?.kind === 'edit' ? at.id : undefined,
    beside,
    open: (to) => {
      const from = document.activeElement
      const go = () => {
        opener.current = from
        show(to)
      }
      if (guard.current) guard.current(go)
      else go()
    },
    close: () => show(undefined),
    guard,
  }
}

function addressOf(params: URLSearchParams): PanelAddress | undefined {
  if (params.has('add')) return { kind: 'add' }
  const id = params.get('edit') ?? undefined
  if (!isUuid(id)) return undefined
  const part = params.get('part') ?? undefined
  return { kind: 'edit', id, part: part === 'new' || isUuid(part) ? part : undefined }
}
