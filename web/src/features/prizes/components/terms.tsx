import CircleAlert from 'lucide-react/icons/circle-alert'
import { useFormField } from '../../../components/form/fields.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../claim-form.module.css'
import type { ClaimValues } from '../claim-schema.ts'

/** The terms that the winner accepts. */
export function Terms({ form }: { form: AppForm<ClaimValues> }) {
  const { id, value, change, error } = useFormField<boolean>(form, 'accepted')
  const errorId = `${id}-error`
  return (
    <fieldset className="form-section">
      <legend className="heading-2">Terms</legend>
      <ul className={styles.terms}>
        <li>Prizes are as is.</li>
        <li>No replacements or exchanges.</li>
        <li>Shipping is at your own risk.</li>
        <li>Take any dispute about the delivery up with the carrier.</li>
        <li>Lost or damaged items are not replaced.</li>
      </ul>
      <Checkbox
        name="accepted"
        label="I accept the terms and conditions"
        checked={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => change(event.target.checked)}
      />
      {error && (
        <p className="field-error" id={errorId}>
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
