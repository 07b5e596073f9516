import { ComingPage } from '../../components/layout/coming-page.tsx'

/** Members to find and connect with. */
export function Component() {
  return <ComingPage title="Network" text="You will find other members here." />
}
