import { REWARD_LIMIT, REWARD_PRICE } from '../../../../../contract/src/limits.ts'
import { TextField } from '../../../components/form/fields.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../prizes.module.css'

interface RewardValues {
  price: string
  limit: string
}

/** What a package costs in points, and how often a member gets it for them. */
export function RewardFields({ form }: { form: AppForm<RewardValues> }) {
  return (
    <div className={styles.itemNumbers}>
      <TextField
        form={form}
        name="price"
        label="Price in points"
        note="optional"
        hint="With a price, members get it in Rewards."
        type="number"
        inputMode="numeric"
        min={REWARD_PRICE.min}
        max={REWARD_PRICE.max}
        step={1}
      />
      {form.values.price.trim() !== '' && (
        <TextField
          form={form}
          name="limit"
          label="Per member and season"
          note="optional"
          hint="Blank for no limit."
          type="number"
          inputMode="numeric"
          min={REWARD_LIMIT.min}
          max={REWARD_LIMIT.max}
          step={1}
        />
      )}
    </div>
  )
}
