import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useAfterFirstDraw } from '../../hooks/use-after-first-draw.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { BOARD_BOX } from '../../lib/photo/photo-boxes.ts'
import { Photo } from '../ui/photo.tsx'
import { BoardControls } from './board-controls.tsx'
import { COLUMNS, FIRST_SQUARE, nextSquare, squarePlace, type TypedNumber, typeDigit } from './board-keys.ts'
import * as styles from './swim-board.module.css'

export interface SwimBoardProps {
  /** Without a photo the board shows plain water. */
  photoUrl: string | null
  /** The chosen square, 1 to 100. */
  value: number | null
  onChange?: (square: number) => void
  /** Squares can be focused but not chosen; the controls below the board are left out. */
  readOnly?: boolean
  /** False leaves out the controls below an editable board whose caller provides its own. */
  controls?: boolean
  /** Shown in gold on a completed board. */
  winningSquare?: number | null
  /** The member's own square, ringed. */
  ownSquare?: number | null
  /** For the board at the top of a screen: its photo is fetched at once and drawn before the squares. */
  priority?: boolean
  /** For a board in a column: smaller numbers. */
  compact?: boolean
  /** A square is required but none was chosen. */
  invalid?: boolean
  /** Further controls in the row below the board, such as the button that submits. */
  children?: ReactNode
}

const ROWS = Array.from({ length: 10 }, (_, row) =>
  Array.from({ length: COLUMNS }, (_, column) => row * COLUMNS + column + 1),
)

/** A lake divided into a hundred numbered squares, one of which is chosen by touch, keyboard or the step buttons. */
export function SwimBoard(props: SwimBoardProps) {
  const { photoUrl, value, onChange, readOnly = false, controls = !readOnly } = props
  const { winningSquare, ownSquare, invalid = false, priority = false, compact = false, children } = props
  const pan = useRef<HTMLDivElement>(null)
  const typed = useRef<TypedNumber>(undefined)
  const [visited, setVisited] = useState<number | null>(null)
  const [zoomed, setZoomed] = useState(false)
  const squaresToo = useAfterFirstDraw(priority)
  const tabStop = visited ?? value ?? FIRST_SQUARE

  useEffect(() => {
    if (zoomed && value !== null) keepInView(pan.current, value)
  }, [zoomed, value])

  const select = (square: number) => {
    if (!readOnly) onChange?.(square)
  }

  const visit = (square: number) => squareCell(pan.current, square)?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return
    const ctrl = event.ctrlKey || event.metaKey
    const number = ctrl ? undefined : typeDigit(typed.current, event.key, event.timeStamp)
    typed.current = number
    const square = number?.square ?? nextSquare(event.key, ctrl, tabStop)
    if (square !== null) visit(square)
    else if (!ctrl && (event.key === 'Enter' || event.key === ' ')) select(tabStop)
    else return
    event.preventDefault()
  }

  const grid = {
    role: 'grid',
    'aria-label': readOnly ? 'Squares 1 to 100' : 'Squares 1 to 100, choose one',
    'aria-readonly': readOnly || undefined,
    'data-invalid': invalid || undefined,
    // Focus set on the whole board, for example after a failed submit, moves to a square.
    tabIndex: -1,
    onKeyDown,
    onFocus: (event: { target: EventTarget; currentTarget: EventTarget }) => {
      if (event.target === event.currentTarget) visit(tabStop)
      else setVisited(squareOf(event.target))
    },
    onBlur: (event: { relatedTarget: EventTarget | null; currentTarget: Element }) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setVisited(null)
    },
    onClick: (event: { target: EventTarget }) => {
      const square = squareOf(event.target)
      if (square !== null) select(square)
    },
  }

  return (
    <>
      <div className={joinClasses(styles.holder, compact && styles.compact)}>
        <div className={joinClasses(styles.viewport, zoomed && !readOnly && styles.zoomed)} ref={pan}>
          <div className={joinClasses('on-photo', styles.board, readOnly && styles.readOnly)}>
            <Photo url={photoUrl} alt="" {...BOARD_BOX} priority={priority} />
            <div className={styles.squares} {...grid}>
              {(squaresToo ? ROWS : []).map((squares) => (
                <div key={squares[0]} {...{ role: 'row' }}>
                  {squares.map((square) => (
                    <Square
                      key={square}
                      square={square}
                      selected={square === value}
                      isTabStop={square === tabStop}
                      won={square === winningSquare}
                      own={square === ownSquare}
                    />
                  ))}
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
      {controls && (
        <BoardControls value={value} onChange={select} zoomed={zoomed} onZoom={() => setZoomed(!zoomed)}>
          {children}
        </BoardControls>
      )}
    </>
  )
}

interface SquareProps {
  square: number
  selected: boolean
  isTabStop: boolean
  won: boolean
  own: boolean
}

// Memoised: a focus move changes only two of the hundred squares.
const Square = memo(function Square({ square, selected, isTabStop, won, own }: SquareProps) {
  const cell = { role: 'gridcell', 'aria-selected': selected, tabIndex: isTabStop ? 0 : -1, 'data-square': square }
  return (
    <div className={joinClasses(styles.square, won && styles.winning, own && styles.ownSquare)} {...cell}>
      {(selected || won) && <Ripple />}
      {square}
      {won && <span className="visually-hidden">, winning square</span>}
      {own && <span className="visually-hidden">, your square</span>}
    </div>
  )
})

function Ripple() {
  return (
    <svg className={styles.ripple} viewBox="0 0 120 120" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="60" cy="60" r="41" strokeWidth="1.8" opacity=".75" />
      <circle cx="60" cy="60" r="56" strokeWidth="1.4" opacity=".38" />
    </svg>
  )
}

const squareCell = (board: Element | null, square: number) =>
  board?.querySelector<HTMLElement>(`[data-square="${square}"]`)

function squareOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest('[data-square]') : null
  return cell ? Number(cell.getAttribute('data-square')) : null
}

// Scrolls only the box: scrollIntoView would scroll the page as well.
function keepInView(box: HTMLElement | null, square: number): void {
  const cell = squareCell(box, square)
  if (!box || !cell) return
  const { row, column } = squarePlace(square)
  const size = cell.offsetWidth
  const [left, top] = [(column - 1) * size, (row - 1) * size]
  const seen = (start: number, from: number, length: number) => start >= from && start + size <= from + length
  if (seen(left, box.scrollLeft, box.clientWidth) && seen(top, box.scrollTop, box.clientHeight)) return
  box.scrollTo({ left: left - (box.clientWidth - size) / 2, top: top - (box.clientHeight - size) / 2 })
}
