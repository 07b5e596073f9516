import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { ErrorBanner } from '../feedback/error-banner.tsx'

/** A component whose code is loaded when it is first rendered; a banner in its place when that fails. */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((error: unknown) => ({ default: () => <ErrorBanner action="loadData" error={error} /> })),
  )
}

/** The same, with nothing in its place while the code is loading. */
export function lateOnly<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Code = late(load) as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Code {...props} />
    </Suspense>
  )
}
