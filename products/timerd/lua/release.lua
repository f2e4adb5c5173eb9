call('HSET', lease, 'owner', '', 'until', '0')
return {1}
