import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'

/** `/admin/newsfeed`: posts are managed on the feed itself. */
export function Component() {
  return (
    <ConsolePage title="Newsfeed">
      <div className="card">
        <Empty
          icon={<FloatDrawing />}
          title="Newsfeed management features are coming soon."
          text="Until then, you can make announcements and edit or delete posts in the newsfeed itself."
          action={
            <ButtonLink variant="line" to="/newsfeed">
              News
            </ButtonLink>
          }
        />
      </div>
    </ConsolePage>
  )
}
