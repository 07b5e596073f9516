import { PackageUnfinishedError } from '../../data/prizes/console-package-create-mutation.ts'
import { PackageNotFoundError, prizeRefusal } from '../../data/prizes/refusal.ts'
import { bannerText, type FailedAction, failureText } from '../../lib/failure-text.ts'

/** The product's line for a failure, then why the database refused, or what became of the words. */
export function failureWords(action: FailedAction, error: unknown): string {
  const line = bannerText(action, error)
  if (error instanceof PackageNotFoundError) return failureText.packageNotFound
  if (error instanceof PackageUnfinishedError)
    return `${line}. The package was made, but not its items. Nothing you typed is lost: try again to complete it, or delete the package from the list.`
  const reason = prizeRefusal(error)
  return reason ? `${line}. ${reason}` : line
}
