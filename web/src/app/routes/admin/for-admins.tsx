import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { home } from './console-sections.ts'

/** In place of a section that the viewer, a moderator, may not see. */
export function ForAdmins({ section }: { section: string }) {
  return (
    <ConsolePage title={section}>
      <Empty
        icon={<FloatDrawing />}
        title="This part of the console is for admins."
        titleAs="h2"
        text="Ask an admin if you need something from it."
        action={<ButtonLink to={home.to}>Console home</ButtonLink>}
      />
    </ConsolePage>
  )
}
