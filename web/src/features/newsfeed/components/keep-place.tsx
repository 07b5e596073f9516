import { Component, createRef, type ReactNode } from 'react'

export interface KeepPlaceProps {
  /** What the list shows; another value may have changed the rows above those that are being read. */
  of: unknown
  className?: string | undefined
  children: ReactNode
}

// Of a row that is being read more than this is in sight.
const SLIVER = 40

type Place = readonly [row: Element, top: number]

/**
 * A list whose rows stay where they are on the screen while rows above them appear, change or go. Not every browser does
 * this by itself.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  readonly #list = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate({ of }: KeepPlaceProps): Place[] | null {
    const list = this.#list.current
    if (of === this.props.of || !list) return null
    // Below the bar at the top.
    const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    // Above the first row there is nothing to make up for.
    if (list.getBoundingClientRect().top >= edge) return null
    const rows = [...list.children].filter((row) => row.getBoundingClientRect().bottom > edge + SLIVER)
    const top = rows[0]?.getBoundingClientRect().top ?? 0
    // When the row that is being read goes, the next one begins in its place.
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
