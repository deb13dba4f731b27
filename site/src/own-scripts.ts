/**
 * Takes the scripts and styles out of a page that VitePress writes into it: a content security policy without `unsafe-inline` refuses
 * them. All scripts but the one that finds the root of the site are the same on every page, and a file finds that by its own address.
 * The theme sets the styles again once it runs.
 *
 * @param html a page
 * @param early address of the file with the scripts, from the page
 * @returns the page, and what the file has to contain
 */
export function ownScripts(html: string, early: string): { html: string; code: string } {
  const found: string[] = []
  const unstyled = html.replaceAll(/(<[a-z][\w-]*(?: [^<>]*)?) style="[^"]*"/g, '$1')
  const without = unstyled.replaceAll(/\s*<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g, (_, code: string) => {
    found.push(code.replace(/(?<=__VP_SITE_ROOT__=new URL\()"[^"]*",location\)/, '"../",document.currentScript.src)'))
    return ''
  })
  return {
    html: without.replace('</title>', `</title>\n    <script src="${early}"></script>`),
    code: found.join(';\n'),
  }
}
