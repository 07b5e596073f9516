import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Page } from '../../components/layout/page.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { FilterChips, useFilter } from '../../features/notifications/components/filter-chips.tsx'
import { MarkAllRead, NotificationsPage } from '../../features/notifications/components/notifications-page.tsx'
import * as styles from '../../features/notifications/notifications.module.css'
import * as tools from '../../features/notifications/tools.module.css'

/** `/notifications`. */
export function Component() {
  const [filter] = useFilter()
  return (
    <Page
      title="Notifications"
      className={styles.page}
      actions={
        <div className={tools.tools}>
          <MarkAllRead />
          <ButtonLink
            to="/notifications/settings"
            variant="ghost"
            icon={<SlidersHorizontal className="icon" aria-hidden="true" />}
            aria-label="Settings"
          >
            <span className="only-wide">Settings</span>
          </ButtonLink>
        </div>
      }
    >
      <FilterChips />
      <NotificationsPage filter={filter} />
    </Page>
  )
}
