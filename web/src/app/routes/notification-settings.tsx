import { Page } from '../../components/layout/page.tsx'
import { BackLink } from '../../components/single/back-link.tsx'
import { NotificationSettingsPage } from '../../features/notifications/components/settings-page.tsx'
import * as styles from '../../features/notifications/settings.module.css'

/** `/notifications/settings`. */
export function Component() {
  return (
    <Page title="Notification settings" bare className="page">
      <div className={styles.narrow}>
        <BackLink to="/notifications">Notifications</BackLink>
        <div className="page-head">
          <h1 tabIndex={-1}>Notification settings</h1>
          <p>Choose which notifications you receive, and where. Changes are saved as you make them.</p>
        </div>
        <NotificationSettingsPage />
      </div>
    </Page>
  )
}
