import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatPoints } from '../../lib/numbers.ts'
import { IconButton } from './icon-button.tsx'
import * as styles from './pager.module.css'

export interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Accessible name, e.g. `Pages of users`. */
  label: string
  /** Secondary text under the number, e.g. `1 to 30 of 248 members`; shown even with a single page. */
  note?: ReactNode
}

/**
 * Links to the next and previous page; nothing when there is one page and no note. Place it directly after its list:
 * after a change of page the view scrolls to the list's top and the focus moves there.
 */
export function Pager({ page, pages, onPage, label, note }: PagerProps) {
  const nav = useRef<HTMLElement>(null)
  const asked = useRef<number>(undefined)
  const ask = (wanted: number) => {
    asked.current = wanted
    onPage(wanted)
  }
  useEffect(() => {
    if (asked.current !== page) return
    asked.current = undefined
    showFromTop(nav.current?.previousElementSibling)
  }, [page])

  if (pages <= 1 && !note) return null
  return (
    <nav ref={nav} className={styles.pager} aria-label={label}>
      {pages > 1 && (
        <IconButton
          line
          label="Previous page"
          icon={<ChevronLeft className="icon" aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => ask(page - 1)}
        />
      )}
      <span className={styles.text}>
        {pages > 1 && (
          <span>
            Page {formatPoints(page)} of {formatPoints(pages)}
          </span>
        )}
        {note && <span className="small quiet">{note}</span>}
      </span>
      {pages > 1 && (
        <IconButton
          line
          label="Next page"
          icon={<ChevronRight className="icon" aria-hidden="true" />}
          disabled={page >= pages}
          onClick={() => ask(page + 1)}
        />
      )}
    </nav>
  )
}

function showFromTop(list: Element | null | undefined): void {
  if (!(list instanceof HTMLElement)) return
  if (!list.hasAttribute('tabindex')) list.tabIndex = -1
  list.focus({ preventScroll: true })
  list.scrollIntoView({ block: 'start' })
}
