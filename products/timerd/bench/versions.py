# SPDX-License-Identifier: MIT-0
"""The machine, and the versions of what is measured."""
import json
import os
import platform
import re
import shutil
import subprocess


def first_line(*command):
    if not shutil.which(command[0]):
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip().split('\n')[0]


def find(bench):
    with open('/proc/cpuinfo', encoding='ascii') as f:
        cpu = re.search(r'model name\s*: (.*)', f.read())
    redis = re.search(r'v=(\S+)', first_line('redis-server', '--version') or '')
    node = first_line('node', '--version')
    lmdb = first_line('dpkg-query', '-W', '-f', '${Version}', 'liblmdb-dev')
    try:
        with open(os.path.join(bench.environment['NODE_PATH'], 'bullmq', 'package.json'), encoding='utf-8') as f:
            bull = json.load(f)['version']
    except OSError:
        bull = None
    found = {'Redis': redis and redis.group(1), 'LMDB': lmdb, 'Node.js': node and node[1:], 'BullMQ': bull,
             'beanstalkd': (first_line('beanstalkd', '-v') or '').replace('beanstalkd ', '')}
    return {'cpu': cpu.group(1) if cpu else platform.machine(), 'cores': os.cpu_count(),
            'system': f"{platform.system()} {platform.release().split('-')[0]}",
            'load': round(os.getloadavg()[0], 1), **{k: v for k, v in found.items() if v}}
