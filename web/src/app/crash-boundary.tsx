import { Component, type ErrorInfo, type ReactNode } from 'react'
import { CrashPage } from './routes/crash.tsx'

/**
 * Handles errors that no page has handled: a page that cannot be loaded, an error during rendering. Back leads to the
 * page before it.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('page', error, info.componentStack)
    window.addEventListener('popstate', () => this.setState({ failed: false }))
  }

  override render() {
    return this.state.failed ? <CrashPage /> : this.props.children
  }
}
