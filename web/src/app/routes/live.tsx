import { ComingPage } from '../../components/layout/coming-page.tsx'

/** The scheduled live video. */
export function Component() {
  return <ComingPage title="Live Video" text="Live video from the bank will be shown here." />
}
