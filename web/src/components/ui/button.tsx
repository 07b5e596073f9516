import {
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `tip` is the main action of a task; every other action is `lake` or quieter. */
  variant?: ButtonVariant
  size?: ButtonSize
  block?: boolean
  /** While true the button looks disabled, keeps focus and width, and ignores clicks. */
  busy?: boolean
  /** Replaces the label while busy, e.g. `Signing In...`. */
  busyText?: string
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** The site's button; `type` defaults to `button`. */
export function Button({
  variant = 'lake',
  size = 'md',
  block = false,
  busy,
  busyText,
  icon,
  className,
  children,
  onClick,
  ref,
  style,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const idleWidth = useRef<number>(undefined)

  // Only the busy text may change the width: the label's width is recorded while idle, after the browser's layout,
  // because reading it earlier would force a layout of the whole page for each button.
  const measured = busy !== undefined && !block
  useEffect(() => {
    const element = own.current
    if (!measured || busy || !element) return
    const observer = new ResizeObserver(() => {
      idleWidth.current = element.offsetWidth
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [measured, busy])
  useLayoutEffect(() => {
    if (!measured || !own.current) return
    own.current.style.minWidth = busy && idleWidth.current ? `${idleWidth.current}px` : ''
  }, [measured, busy])

  // A busy button stays focusable (aria-disabled), so it has to cancel the click, and thereby the submit, itself.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      style={style}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      className={buttonClass({ variant, size, block, className })}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={click}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : icon}
      {busy && busyText ? busyText : children}
    </button>
  )
}
