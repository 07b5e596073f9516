import { ComingPage } from '../../components/layout/coming-page.tsx'

/** Games run by the admins. */
export function Component() {
  return (
    <ComingPage title="Games" text="Games will be played here: pick a swim, guess the weight and carp of the week." />
  )
}
