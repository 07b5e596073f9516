/** The HTML of a mail: the club's name above these parts. */
export function mailPage(
  { subject, club, siteUrl }: { subject: string; club: string; siteUrl: string },
  parts: string[],
): string {
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f6f5;color:#10262c;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:12px">',
    `<p style="margin:0 0 24px;font-weight:700"><img src="${escaped(siteUrl)}/icons/icon-192.png" width="32" height="32" `,
    `alt="" style="vertical-align:middle;border-radius:8px"> ${escaped(club)}</p>`,
    ...parts,
    '</div></body></html>',
  ].join('')
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
