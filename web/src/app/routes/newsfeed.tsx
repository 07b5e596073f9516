import { ComingPage } from '../../components/layout/coming-page.tsx'

/** The newsfeed. */
export function Component() {
  return <ComingPage title="News" text="Posts from the bank will appear here." />
}
