import { ComingPage } from '../../components/layout/coming-page.tsx'

/** The claim form of one prize. */
export function Component() {
  return <ComingPage title="Claim Prize" text="Prizes will be claimed on this page." />
}
