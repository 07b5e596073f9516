import type { Joining } from '../../../../contract/src/column-types.ts'
import * as styles from '../../components/console/console-form.module.css'
import { useFormField } from '../../components/form/fields.tsx'
import { OPTION_CARD } from '../../components/ui/option-card.ts'
import type { AppForm } from '../../lib/form/plan.ts'

const CHOICES: readonly { value: Joining; title: string; text: string }[] = [
  { value: 'open', title: 'Open', text: 'Anyone with the address can register.' },
  {
    value: 'invitation',
    title: 'By invitation',
    text: 'Members make links on their profiles. A link works for 30 days and up to 20 new members. Admins can also invite under Invitations.',
  },
  { value: 'closed', title: 'Closed', text: 'Registration is off, and the page says so. Links do not work either.' },
]

/** Who can register. */
export function JoiningField({ form }: { form: AppForm }) {
  const { name, ref, value, change } = useFormField<Joining>(form, 'joining')
  return (
    <fieldset className={styles.choices}>
      <legend className="label">Who can register</legend>
      {CHOICES.map((choice, place) => (
        <label key={choice.value} className={OPTION_CARD}>
          <input
            type="radio"
            name={name}
            ref={place === 0 ? ref : undefined}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => change(choice.value)}
          />
          <span>
            <b>{choice.title}</b>
            <span className="small quiet">{choice.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
