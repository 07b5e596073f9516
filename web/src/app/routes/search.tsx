import { useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { SearchPage } from '../../features/search/components/search-page.tsx'
import * as styles from '../../features/search/search.module.css'

/** `/search?q=`. */
export function Component() {
  const [params, setParams] = useSearchParams()
  return (
    <Page title="Search" className={styles.narrow}>
      <SearchPage
        text={params.get('q') ?? ''}
        // While typing, the last text replaces the one before: Back leads to where the reader came from.
        onText={(text) => setParams(text === '' ? {} : { q: text }, { replace: true })}
      />
    </Page>
  )
}
