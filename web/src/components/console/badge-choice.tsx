import type { AppForm } from '../../lib/form/plan.ts'
import { SelectField } from '../form/fields.tsx'

const NO_BADGES = 'There are no badges to award. Create one first.'

/** What the choice shows of a badge. */
export interface OfferedBadge {
  id: string
  name: string
  description: string
}

export interface BadgeChoiceProps {
  form: AppForm<{ badgeId: string }>
  /** Undefined until they have loaded. */
  badges: readonly OfferedBadge[] | undefined
}

/** The badge to award, with its description below. */
export function BadgeChoice({ form, badges }: BadgeChoiceProps) {
  const { badgeId } = form.values
  const badge = badges?.find((one) => one.id === badgeId)
  const deleted = badges !== undefined && badgeId !== '' && !badge
  return (
    <SelectField
      form={form}
      name="badgeId"
      label="Badge"
      hint={deleted ? 'The chosen badge was deleted.' : badges?.length === 0 ? NO_BADGES : badge?.description}
      data-autofocus
    >
      <option value="">Choose a badge</option>
      {badges?.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </SelectField>
  )
}
