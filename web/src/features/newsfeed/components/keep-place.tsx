import { Component, createRef, type ReactNode } from 'react'

export interface KeepPlaceProps {
  /** The content of the list. When it changes, rows above the visible ones may have changed. */
  of: unknown
  className?: string | undefined
  children: ReactNode
}

// A row counts as being read if more than this much of it is visible, in pixels.
const SLIVER = 40

type Place = readonly [row: Element, top: number]

/**
 * A list whose visible rows keep their place on the screen while rows above them are added, changed or removed. Not
 * every browser does this by itself.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  readonly #list = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate({ of }: KeepPlaceProps): Place[] | null {
    const list = this.#list.current
    if (of === this.props.of || !list) return null
    // Below the bar at the top.
    const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    // Nothing to correct above the first row.
    if (list.getBoundingClientRect().top >= edge) return null
    const rows = [...list.children].filter((row) => row.getBoundingClientRect().bottom > edge + SLIVER)
    const top = rows[0]?.getBoundingClientRect().top ?? 0
    // If the row that is being read is removed, the next one takes its position.
    return rows.map((row, index) => [row, index === 0 ? top : Math.max(top, edge)])
  }

  override componentDidUpdate(_props: KeepPlaceProps, _state: unknown, places: Place[] | null) {
    const [row, top = 0] = places?.find(([{ isConnected }]) => isConnected) ?? []
    if (row) window.scrollBy(0, row.getBoundingClientRect().top - top)
  }

  override render() {
    const { className, children } = this.props
    return (
      <div ref={this.#list} className={className}>
        {children}
      </div>
    )
  }
}
