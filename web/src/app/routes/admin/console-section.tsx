import { useLocation } from 'react-router'
import { Empty } from '../../../components/feedback/empty.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { consoleSections } from './console-sections.ts'

/** A room of the console that is still to be furnished. */
export function Component() {
  const section = useLocation().pathname.split('/')[2] ?? ''
  const label = consoleSections.find(({ path }) => path === section)?.label ?? ''
  return (
    <Page title={`${label}, Console`} bare className="console-main dense">
      <div className="page-head">
        <h1 tabIndex={-1}>{label}</h1>
      </div>
      <div className="card">
        <Empty icon={<FloatDrawing />} title={`${label}: management features are coming soon.`} />
      </div>
    </Page>
  )
}
