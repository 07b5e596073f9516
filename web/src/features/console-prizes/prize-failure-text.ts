import { PackageUnfinishedError } from '../../data/prizes/console-package-create-mutation.ts'
import { ItemNotFoundError, PackageNotFoundError, prizeRefusal } from '../../data/prizes/refusal.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'

/** The catalogue's text for a failure, then the database's reason, or what happened to the input. */
export function prizeFailureText(action: FailedAction, error: unknown): string {
  const line = bannerText(action, error)
  if (error instanceof PackageNotFoundError) return consoleFailureText.packageNotFound
  if (error instanceof ItemNotFoundError) return `${line}. This item was deleted.`
  if (error instanceof PackageUnfinishedError)
    return `${line}. The package was created without its items. Your input is kept: try again to add them, or delete the package from the list.`
  const reason = prizeRefusal(error)
  return reason ? `${line}. ${reason}` : line
}
