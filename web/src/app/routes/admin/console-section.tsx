import { useParams } from 'react-router'
import { Empty } from '../../../components/feedback/empty.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { consoleSections } from './console-sections.ts'

/** A room of the console that is still to be furnished. */
export function Component() {
  const { section = '' } = useParams()
  const label = consoleSections.find(({ path }) => path === section)?.label
  const title = label ?? 'Page Not Found'
  return (
    <Page title={label ? `${label}, Console` : title} bare className="console-main dense">
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      <div className="card">
        <Empty
          icon={<FloatDrawing />}
          title={label ? `${label}: management features are coming soon.` : 'That link has slipped the hook.'}
        />
      </div>
    </Page>
  )
}
