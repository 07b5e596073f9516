import { useUserId } from '../../hooks/use-session.ts'
import { Empty } from '../feedback/empty.tsx'
import { Page } from '../layout/page.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FloatDrawing } from '../ui/float-drawing.tsx'

/** The page of an address that does not exist, or that this viewer may not see. */
export function NotFound() {
  const member = useUserId() !== undefined
  return (
    <Page title="Page Not Found" bare className="page">
      <Empty
        icon={<FloatDrawing />}
        title="Page Not Found"
        titleAs="h1"
        text="There is nothing at this address. The link may be old, or the post may have been taken down."
        action={
          <div className="cluster wrap">
            <ButtonLink to="/">Return Home</ButtonLink>
            {member && (
              <ButtonLink to="/search" variant="line">
                Search News
              </ButtonLink>
            )}
          </div>
        }
      />
    </Page>
  )
}
