export { DropdownMenu as default } from 'radix-ui'
