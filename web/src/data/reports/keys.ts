/** Keys of the console's reports. */
export const consoleReportsKeys = {
  all: ['console-reports'] as const,
  appeals: () => [...consoleReportsKeys.all, 'appeals'] as const,
  counts: () => [...consoleReportsKeys.all, 'counts'] as const,
  list: (view: string) => [...consoleReportsKeys.all, 'list', view] as const,
  case: (id: string) => [...consoleReportsKeys.all, 'case', id] as const,
}
