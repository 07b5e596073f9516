import { useToast } from '../../../components/feedback/toast.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { useBadgeCreateMutation } from '../../../data/badges/console-create-mutation.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { BADGE_COLOR, BADGE_ICONS, badgeSchema, nameTaken } from '../badge-schema.ts'
import * as styles from '../badges.module.css'
import { BadgeFields, BadgePreview } from './badge-fields.tsx'

/** Creates a custom badge, with a preview beside the fields. The input survives a reload. */
export function CreateForm() {
  const toast = useToast()
  const create = useBadgeCreateMutation(useUserId())
  const form = useAppForm({
    schema: badgeSchema,
    start: { name: '', description: '', icon: BADGE_ICONS[0].icon, color: BADGE_COLOR },
    keep: 'badge',
    send: (badge, { request }) => create.mutateAsync({ ...badge, requestId: request }),
    next: 'blank',
    done: (_, { name }) => toast(`Badge ${name} created.`),
    fault: nameTaken,
    action: consoleFailureText.createBadge,
  })
  return (
    <Form form={form} className={styles.createForm} unsaved="Your new badge is not saved yet.">
      <div className={styles.fields}>
        <BadgeFields form={form} />
        <Failure form={form} />
        <SendButton form={form} variant="tip">
          Create badge
        </SendButton>
      </div>
      <BadgePreview values={form.values} />
    </Form>
  )
}
