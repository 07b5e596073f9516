import { Component, type ErrorInfo, type ReactNode } from 'react'

export interface RowBoundaryProps {
  /** The row that the children draw. After a failure, another or changed row is drawn again. */
  of: unknown
  /** The element that replaces a row that failed. */
  as?: 'li' | 'div' | 'span'
  /** Actions that remain possible, e.g. the button that deletes the row. */
  actions?: ReactNode
  children: ReactNode
}

interface State {
  of: unknown
  failed: boolean
}

/** One entry of a list. An entry that cannot be drawn is replaced by a message; the others are unaffected. */
export class RowBoundary extends Component<RowBoundaryProps, State> {
  override state: State = { of: this.props.of, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: RowBoundaryProps, state: State) {
    return of === state.of ? null : { of, failed: false }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('row', error, info.componentStack)
  }

  override render() {
    const { as: Tag = 'div', actions, children } = this.props
    if (!this.state.failed) return children
    return (
      <Tag className={Tag === 'span' ? 'quiet' : 'cluster padded quiet'}>
        <span className="grow">This entry cannot be shown.</span>
        {actions}
      </Tag>
    )
  }
}

/** Calls a render function inside the boundary, so that it catches the function's errors. */
export function Drawn({ by }: { by: () => ReactNode }) {
  return by()
}
